"""HTTP below the endpoints: authentication and the WebSocket transport."""
