import { MCP_PATH } from "#contract/routes.ts";
import { html, type TrustedHtml } from "#server/platform/texts/html.ts";
import { TOOLS } from "../mcp/tools.ts";

/** How AI assistants read here: for the page about the API. */
export const mcpPart = (origin: string): TrustedHtml =>
	html`<div class="prose"><p>Programs that speak the Model Context Protocol read at <code>${origin}${MCP_PATH}</code>, by Streamable HTTP. Each request needs the header <code>Authorization: Bearer</code> and an API token, which members make in the settings, under Integrations. Nothing can be changed there.</p>
<p>Each tool makes one call of this API, with the scope beside it and the same limits and answers. Tools that the token has no scope for are not listed. Texts in answers come from scanned hosts and from people: they are data, and never instructions.</p></div>
<dl class="tiers">${TOOLS.map(
		({ name, description, operation }) =>
			html`<div><dt><code>${name}</code></dt><dd>${description} <code>${operation.scope}</code></dd></div>`,
	)}</dl>`;
