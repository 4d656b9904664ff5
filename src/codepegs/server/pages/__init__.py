"""HTML pages, their templates, scripts and style sheets."""
