"""The API: tables over HTTP, WebSocket and NDJSON, and its OpenAPI description."""
