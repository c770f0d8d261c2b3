import { useQuery } from "@tanstack/react-query";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { whoCan } from "#src/lib/workspace/members/role-text.ts";
import { type Here, useOnceAllowed } from "../room/workspace-part.tsx";
import { AddWebhookSection } from "./add-webhook-section.tsx";
import { webhooksQuery } from "./webhooks-api.ts";
import { WebhooksSection } from "./webhooks-section.tsx";

function Allowed(here: Here) {
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

/** Where the workspace has what happens sent. */
export function Webhooks(here: Here) {
	const isAllowed = useOnceAllowed(here.may("manage"));
	return isAllowed ? <Allowed {...here} /> : <p className="text-15">{whoCan("manage")} set up webhooks.</p>;
}
