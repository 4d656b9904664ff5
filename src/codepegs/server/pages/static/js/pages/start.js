/** The start page: a new match, and the tables of this browser. */
import "../lib/icons.js";
import "./new-match.js";
