"""Child processes with hard limits. Execution, the logic engines and certificates run work in them."""
