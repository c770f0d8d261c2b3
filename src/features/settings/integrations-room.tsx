import { McpSection } from "./mcp/mcp-section.tsx";
import { WorkspacePart } from "./room/workspace-part.tsx";
import { Tokens } from "./tokens/tokens.tsx";
import { Trackers } from "./trackers/trackers.tsx";
import { Webhooks } from "./webhooks/webhooks.tsx";

/** How programs reach the workspace, and how it reaches them. */
export default function IntegrationsRoom() {
	return (
		<WorkspacePart>
			{(here) => (
				<>
					<Tokens {...here} />
					<McpSection />
					<Webhooks {...here} />
					<Trackers {...here} />
				</>
			)}
		</WorkspacePart>
	);
}
