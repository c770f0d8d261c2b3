import { useQuery } from "@tanstack/react-query";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { whoCan } from "#src/lib/workspace/members/role-text.ts";
import { McpSection } from "./mcp/mcp-section.tsx";
import { type Here, useOnceAllowed, WorkspacePart } from "./room/workspace-part.tsx";
import { MakeTokenSection } from "./tokens/make-token-section.tsx";
import { tokensQuery } from "./tokens/tokens-api.ts";
import { TokensSection } from "./tokens/tokens-section.tsx";
import { AddTrackerSection } from "./trackers/add-tracker-section.tsx";
import { trackersQuery } from "./trackers/trackers-api.ts";
import { TrackersSection } from "./trackers/trackers-section.tsx";
import { AddWebhookSection } from "./webhooks/add-webhook-section.tsx";
import { webhooksQuery } from "./webhooks/webhooks-api.ts";
import { WebhooksSection } from "./webhooks/webhooks-section.tsx";

function AllowedWebhooks(here: Here) {
	const reading = useQuery(webhooksQuery(here.scope));
	return (
		<>
			<AccountData
				what="the webhooks"
				notKept="Webhooks are not kept on this device. They load when you are back online."
				reading={reading}
			>
				{(list) => <WebhooksSection {...here} {...list} />}
			</AccountData>
			{reading.data?.available !== false && <AddWebhookSection {...here} />}
		</>
	);
}

/** Where the workspace sends events. */
function Webhooks(here: Here) {
	const isAllowed = useOnceAllowed(here.may("manage"));
	return isAllowed ? <AllowedWebhooks {...here} /> : <p className="text-15">{whoCan("manage")} set up webhooks.</p>;
}

function AllowedTrackers(here: Here) {
	const reading = useQuery(trackersQuery(here.scope));
	return (
		<>
			<AccountData
				what="the trackers"
				notKept="Trackers are not kept on this device. They load when you are back online."
				reading={reading}
			>
				{(list) => <TrackersSection {...here} {...list} />}
			</AccountData>
			{reading.data?.available !== false && <AddTrackerSection {...here} />}
		</>
	);
}

/** Where findings and tasks become issues. */
function Trackers(here: Here) {
	const isAllowed = useOnceAllowed(here.may("manage"));
	return isAllowed ? <AllowedTrackers {...here} /> : <p className="text-15">{whoCan("manage")} connect trackers.</p>;
}

/** The tokens with which programs act for members of the workspace. */
function Tokens(here: Here) {
	const reading = useQuery(tokensQuery(here.scope));
	return (
		<>
			<AccountData
				what="the API tokens"
				notKept="API tokens are not kept on this device. They load when you are back online."
				reading={reading}
			>
				{({ tokens }) => <TokensSection {...here} tokens={tokens} />}
			</AccountData>
			<MakeTokenSection {...here} />
		</>
	);
}

/** How programs reach the workspace, and how the workspace reaches them. */
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
