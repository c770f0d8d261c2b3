import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ReportSummary } from "#contract/reports/reports.ts";
import { requestIn } from "#contract/reports/reports.ts";
import { failureSentence } from "#src/lib/data/account-view.ts";
import { deleteReport, refreshReports, reportDetailQuery, reportKeys } from "#src/lib/reports/reports-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { useRequestReport } from "./use-request-report.ts";

export type ReportActions = ReturnType<typeof useReportActions>;

const say = (title: string, text: string) => notify({ title, text }).catch(() => undefined);

/** Requests reports again and deletes them, one action at a time for each. Calls `onRemoved` when one is gone. */
export function useReportActions(onRemoved: () => void = () => {}) {
	const client = useQueryClient();
	const { scope } = useScope();
	const request = useRequestReport();
	const running = useRef(new Set<string>());
	const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());

	async function act({ id }: ReportSummary, failed: string, task: () => Promise<void>): Promise<void> {
		if (running.current.has(id)) return;
		running.current.add(id);
		setBusy(new Set(running.current));
		try {
			await task();
		} catch (error) {
			void say(failed, failureSentence(error));
		} finally {
			running.current.delete(id);
			setBusy(new Set(running.current));
		}
	}

	return {
		/** Whether an action on it is in progress. */
		isBusy: ({ id }: ReportSummary): boolean => busy.has(id),
		/** Requests the same again, as a separate report. */
		retry: (report: ReportSummary): Promise<void> =>
			act(report, "The report was not requested again", async () => {
				const detail = await client.fetchQuery(reportDetailQuery(report.id, scope));
				const failed = await request(requestIn(detail));
				if (failed) void say(failed.title, failed.text);
			}),
		remove: (report: ReportSummary): Promise<void> =>
			act(report, "The report was not deleted", async () => {
				await deleteReport(report.id, scope);
				onRemoved();
				client.removeQueries({ queryKey: reportKeys.detail(report.id) });
				await refreshReports(client);
			}),
	};
}
