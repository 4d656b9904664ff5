import "./announce.js";
