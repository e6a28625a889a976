// Excerpts of what the search finds are fetched, which pages that are opened as files must not do.
if (location.protocol === 'file:') DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
