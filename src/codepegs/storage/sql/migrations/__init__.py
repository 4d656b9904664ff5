"""How archives of earlier programs become archives of this one."""
