"""Report files: from snapshots and plans to bytes."""
