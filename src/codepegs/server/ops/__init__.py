"""Operations: settings, limits, job cache, log and metrics."""
