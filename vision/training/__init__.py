"""Scene synthesis and training of the reader's two networks; needs torch and is no part of the running product."""
