"""Schedules: rounds that are known before the first one, and how they continue after people changed a round."""
