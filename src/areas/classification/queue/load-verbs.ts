/** Rules and models are loaded by the first step that classifies, so that other processes hold none of them. */
export async function loadVerbs() {
  return await import('../pipelines/classify-and-keep.ts');
}

/** Classifies without keeping. */
export async function loadClassifyDomains() {
  return (await import('../pipelines/classify-domains.ts')).classifyDomains;
}

/** Classifies without a store. */
export async function loadClassifyTexts() {
  return (await import('../pipelines/classify-texts.ts')).classifyTexts;
}

/** Asks the language model alone. */
export async function loadAskAboutUrl() {
  return (await import('../pipelines/ask-about-url.ts')).askAboutUrl;
}

/** Reads a page for people. */
export async function loadDebugContent() {
  return (await import('../content/debug-content.ts')).debugContent;
}

/** Reads what is kept of a page for people. */
export async function loadGetPageText() {
  return (await import('../content/get-page-text.ts')).getPageText;
}
