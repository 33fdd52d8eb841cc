"""The benchmark of support (`lgm bench support`): are true statements told from false ones by the sentences shown?"""
