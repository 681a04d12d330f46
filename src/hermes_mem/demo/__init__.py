"""An invented agent home for looking around: every state that the product can show, and nobody's data."""
