import { API_BASE, API_PATHS, MCP_PATH } from "#contract/routes.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Section } from "../section.tsx";

/** The address for AI assistants. They need a token from the section above. */
export function McpSection() {
	const address = location.origin + MCP_PATH;
	return (
		<Section id="assistants" heading="AI assistants">
			<p className="text-15 text-quiet">
				Assistants that speak the Model Context Protocol (MCP) can read findings, controls, evidence and tasks. They
				need this address and an API token with those scopes, and can change nothing.
			</p>
			<div>
				<label htmlFor="mcp-address" className="mb-1.5 block font-medium text-15">
					MCP address
				</label>
				<input
					id="mcp-address"
					readOnly
					value={address}
					className="block h-12 w-full min-w-0 rounded-control border border-line-strong bg-raised px-3 font-mono text-15 text-ink"
				/>
			</div>
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<CopyButton text={address} what="the MCP address" small />
				<a href={`${API_BASE}${API_PATHS.docs}#mcp`} className="inline-flex min-h-11 items-center text-15">
					How to connect one
				</a>
			</div>
		</Section>
	);
}
