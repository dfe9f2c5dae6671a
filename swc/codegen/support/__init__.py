"""Source text that generated modules carry with them: each module here stands alone."""
