"""Wire protocol: messages, views and errors, as the server and its clients exchange them."""
