"""Training of the demonstration models on days of an invented longwall. See README.md."""
