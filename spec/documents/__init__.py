"""Files of other programs: documents, segments and string tables, made plain text, and findings written into them."""
