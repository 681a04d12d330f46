"""The profile that is nearly full: what an agent on call has gathered, and what was added until it no longer fitted."""

from __future__ import annotations

from hermes_mem.demo import calm

MEMORY = (
    *calm.MEMORY[1:4],
    "A page from `tide-api` is almost always the upstream sensor feed: look at its dashboard first.",
    "Restart order after a power cut: message broker, sensor gateway, api. The gateway needs 90 s to settle.",
    "Silence an alert for at most two hours and name the reason; the weekly review lists longer ones.",
    "The sensor gateway has no DNS: use 192.0.2.17, and 192.0.2.18 when the first one does not answer.",
    "Certificates renew by themselves 14 days before they end. A warning with fewer days left is a real one.",
    "Disk alerts on the log host: `make prune-logs` frees about 40 GB; the archive bucket has a copy.",
    "A queue that grows while the workers idle means a poison message: move it with `queuectl park <id>`.",
    "The status page is edited by hand, in plain words, within ten minutes; no internal host names there.",
    "Read replicas lag up to 90 s during the nightly export at 02:10; that alone is no reason to fail over.",
    "Fail-over is `dbctl promote replica-2`, and only after replica-1 is fenced. Never both at once.",
    "Feature flags can be switched off without a deploy: `flagctl off <name> --reason '…'`, visible in 20 s.",
    "Runbook for a full outage:\n1. page the second person\n2. status page\n3. freeze deploys\n"
    "4. roll back the last tag\n5. write down every step with its time",
    "The load test leaves 3,000 bookings of the tenant `demo-load` behind; `make clean-load` removes them.",
    "After an incident: timeline first, causes second, no names. The template is docs/incidents/template.md.",
    "Time on all hosts is UTC. The gauge on pier 4 reports local time; subtract the offset before comparing.",
    "The gauge on pier 2 sticks below 0.4 m; a flat line there is ice or weed, not a failed sensor feed.",
    "Paging rules live in ops/paging.toml; a change needs one review and is live after `make page-sync`.",
    "Staging may be restarted at any time, without asking.",
)

OVERFLOW = (
    "The old gateway (192.0.2.9) is switched off but still listed in two dashboards; ignore its red lights.",
    "Alerts of the load balancer carry the host in `label.node`, not in the title.",
    "Vendor support answers on weekdays only; the contract number is on the wiki page of the sensor feed.",
    "The second person on call has read access to the billing database, nobody else has during the night.",
)
