"""Code breaking on boards with too many codes to list, by samples of the candidates."""
