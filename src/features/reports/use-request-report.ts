import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { ReportRequest } from "#contract/reports/reports.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { isOnline } from "#src/lib/device/online.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { type OutcomeText, outcomeText } from "#src/lib/outbox/outcome-text.ts";
import { sendAndReport } from "#src/lib/outbox/send-and-report.ts";
import { refreshReports } from "#src/lib/reports/reports-api.ts";
import { scopeFields } from "#src/lib/workspace/entries.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { KeptRequest } from "#src/requests/submit.ts";
import { notify } from "#src/ui/toast/notify.ts";

/** Asks for a report through the outbox. Resolves with null once the person knows it worked, otherwise with the reason. */
export function useRequestReport(): (request: ReportRequest) => Promise<OutcomeText | null> {
	const queries = useQueryClient();
	const { scope, client } = useScope();
	const account = useAccount();
	const kept = useRef<KeptRequest | null>(null);
	return async (request) => {
		if (account.status !== "known") return { title: "You are signed out", text: "Sign in, then try again." };
		const owner = account.account.accountId;
		const entry = { kind: "report", body: request, owner, ...scopeFields(owner, scope, client) } as const;
		const sent = await sendAndReport(entry, kept.current, { outbox: browserOutbox(), online: isOnline });
		kept.current = sent.kept;
		if (sent.outcome.type === "accepted") await refreshReports(queries);
		const { done, ...telling } = outcomeText(sent.outcome, "The report is being made");
		if (!done) return telling;
		notify(telling).catch(() => undefined);
		return null;
	};
}
