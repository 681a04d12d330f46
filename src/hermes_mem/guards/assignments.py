"""Secrets that stand behind a name: `password=…`, "api_key: …", the password is …, 密码是 …"""

from __future__ import annotations

from typing import NamedTuple

from hermes_mem.guards import plausible
from hermes_mem.guards.rule import Test


class Named(NamedTuple):
    """A pattern whose value is weighed by `holds`."""

    name: str
    needs: str
    meaning: str
    pattern: str
    holds: Test = plausible.is_password


_KEY = (
    r"(?:api|access|secret|private|account|signing|license|encryption|master|recovery|webhook)[_ -]?key"
    r"|secret[_ -]?access[_ -]?key|token|seed|API-?(?:Schlüssel|密钥|密鑰|金鑰|キー)|API (?:密钥|密鑰|金鑰)|clé API"
    r"|clave API|chave (?:de )?API|密钥|密鑰|令牌"
)
_WORDS = (
    r"password|passwd|passphrase|passcode|secret|wi-?fi[ -]key|wlan[ -]key"
    r"|passwort|kennwort|mot de passe|contraseña|clave|senha|wachtwoord|hasło|lösenord(?:et)?|adgangskode"
    r"|salasana|jelszó|heslo|parolă|şifre(?:si)?|пароль|пароля|κωδικός|סיסמה|كلمة المرور|كلمة السر|رمز عبور"
    r"|گذرواژه|पासवर्ड|mật khẩu"
    r"|密码|密碼|口令|パスワード|비밀번호|비번|암호|รหัสผ่าน"
)
_PIN = (
    r"(?<![A-Za-z])(?-i:PIN|Pin)(?:-code)?|(?:door|gate|alarm|access) code|code for the (?:door|gate|alarm|lock)"
    r"|暗証番号"
)
_SHORT = r"(?<![a-z])(?:pass|pwd|pw)(?![a-z])"
_NAME = rf"(?:(?P<key>{_KEY})|(?P<pin>{_PIN})|(?:{_WORDS}))"
_NEEDS = (
    "key token seed api clé clave chave 密钥 密鑰 令牌 pass pwd pw secret kennwort mot contraseña senha wachtwoord "
    "hasło lösenord adgangskode salasana jelszó heslo parol şifre паро κωδικός סיסמה كلمة رمز گذرواژه पासवर्ड mật "
    "密码 密碼 口令 パスワード 비밀번호 비번 암호 รหัส pin code 暗証番号"
)
_QUOTE = "(?P<quote>[\"'`“„‘«「『])?"
_CLOSERS = "\"'`”“’»」』"
_STOPS = "\\s\"'`,;&|<>「」『』，。；、（）\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"
_WITHIN = "[\"'`|<>](?=[\\w!#%&@*+=?^~$-])"
_BARE = rf"(?:[^{_STOPS})]|\)(?!\])|[,;&](?=\S)(?!\w{{1,30}}[=:])|{_WITHIN}){{3,200}}(?<![.,:;)\]}}?])"
_TELLING = r"(?=\S{0,64}?[\d!#%&@*+=?^~$])"
_VALUE = rf"(?P<secret>(?(quote)[^{_CLOSERS}\n]{{4,200}}(?=[{_CLOSERS}])|{_BARE}))"
_TELLING_VALUE = rf"(?P<secret>(?(quote)[^{_CLOSERS}\n]{{4,200}}(?=[{_CLOSERS}])|{_TELLING}{_BARE}))"
_SIGN = r"[\"'`*\]]{0,3}(?:(?P<tight>=)(?![=\s])|\s{0,3}(?::=|=>|->|[:=：＝→]|\s[—–-]\s)\*{0,2}\s{0,3})"
_IS = (
    r"(?:\s{1,3}(?:is|was|are|ist|lautet|heißt|war|est|es|è|é|är|er|jest|brzmi|là|это|есть|هي|هو|است|είναι|है)"
    r"(?:\s{0,2}:)?\s{1,3}(?:now\s|changed\sto\s|set\sto\s)?|\s?(?:是|为|為|就是|改为|は|는|은)\s?[:：]?\s?"
    r"|\s{0,2}[:：→]\s{0,2}|\s[—–-]\s)"
)
_BETWEEN = r"(?:\s[^\s.,;:：=]{1,24}){0,6}?"

TABLE = (
    Named(
        "app-password",
        "pass",
        "An app password.",
        r"(?:pass|password)(?!\w)[\"']?\s{0,3}[:=]?\s{0,3}[\"'`]?(?P<secret>[a-z]{4}(?: [a-z]{4}){3})(?!\w)",
        plausible.is_app_password,
    ),
    Named(
        "assignment",
        _NEEDS,
        "A password or a key behind its name.",
        rf"(?:{_NAME}|{_SHORT})(?!\w){_SIGN}{_QUOTE}{_VALUE}",
    ),
    Named(
        "stated",
        _NEEDS,
        "A password or a key, said in words.",
        rf"(?:{_NAME}{_BETWEEN}{_IS}|hasło{_BETWEEN}\sto\s|salasana{_BETWEEN}\son\s){_QUOTE}{_TELLING_VALUE}",
    ),
    Named(
        "stated-after",
        "passw passp passc",
        "A password, said in words.",
        r"(?<!\S)(?P<secret>[!-~]{6,64})\s(?:is|as)\s(?:(?:the|my|our|a)\s)?(?:[\w-]{1,20}\s){0,3}?"
        r"(?:password|passphrase|passcode)\b",
    ),
    Named(
        "password-next",
        _NEEDS,
        "A password, said in words.",
        rf"(?:{_WORDS}){_BETWEEN}\s(?!-){_QUOTE}{_TELLING_VALUE}",
        plausible.is_strong_password,
    ),
    Named(
        "login",
        "login cred auth admin user zugang",
        "A name with its password.",
        r"\b(?:login|logins|credentials?|creds|auth|admin|user(?:name)?|zugang)\b[^\n]{0,24}?[\s:]"
        rf"[\w.@-]{{1,32}}\s?[:/]\s?(?P<secret>(?![^\s]*/){_TELLING}{_BARE})",
        plausible.is_strong_password,
    ),
    Named(
        "command-line",
        "sshpass mysql redis-cli --pass --token --api-key curl",
        "A password in a command line.",
        r"(?:sshpass\s{1,3}-p\s{0,3}|\bmysql(?:dump)?\s[^\n]{0,80}?\s-p(?=\S)|\bredis-cli\s[^\n]{0,80}?-a\s"
        r"|--(?:password|passphrase)[ =]|--(?P<key>token|api-key)[ =]"
        rf"|\bcurl\s[^\n]{{0,200}}?(?:-u|--user)[ =]?[\"']?[^\s:\"']{{1,64}}:){_QUOTE}{_VALUE}",
    ),
    Named(
        "session-cookie",
        "sess cookie sid",
        "A cookie with which anyone is signed in.",
        r"(?P<key>session(?:[_-]?(?:id|key|token))?|sess|sid)=(?P<secret>[A-Za-z0-9%._-]{20,500})",
    ),
    Named(
        "recovery-key",
        "-",
        "A recovery key of a disk.",
        r"(?<![\d-])(?P<secret>\d{6}(?:-\d{6}){7})(?![\d-])",
        lambda found: len(set(found["secret"])) > 3,
    ),
)
