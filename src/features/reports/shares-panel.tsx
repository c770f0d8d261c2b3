import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import { type ReportShare, SHARE_DAYS } from "#contract/reports/reports.ts";
import { failureSentence } from "#src/lib/data/account-view.ts";
import { reportDetailQuery, reportKeys, revokeShare, shareReport } from "#src/lib/reports/reports-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { TextButton } from "#src/ui/text-button.tsx";

function Shared({ share, reportId }: { share: ReportShare; reportId: string }) {
	const client = useQueryClient();
	const { scope } = useScope();
	const revoke = useMutation({
		mutationFn: () => revokeShare(reportId, share.id, scope),
		networkMode: "always",
		onSuccess: () => client.invalidateQueries({ queryKey: reportKeys.detail(reportId) }),
	});
	const name = `the link created ${timeText(share.createdAt)}`;
	return (
		<li className="border-line border-t py-2 text-15">
			<div className="flex flex-wrap items-center justify-between gap-x-5">
				<p className="tabular-nums">
					Created {timeText(share.createdAt)}, valid until {timeText(share.expiresAt)}.{" "}
					{share.opened === 0 ? "Not opened yet." : `Opened ${counted(share.opened, "time")}.`}
				</p>
				<TextButton disabled={revoke.isPending} aria-label={`Revoke ${name}`} onClick={() => revoke.mutate()}>
					Revoke
				</TextButton>
			</div>
			{revoke.isError && (
				<p role="alert" className="font-medium text-high">
					It was not revoked. {failureSentence(revoke.error)}
				</p>
			)}
		</li>
	);
}

/** The links that share a report, and a form for a new one. */
export function SharesPanel({ reportId }: { reportId: string }) {
	const client = useQueryClient();
	const { scope } = useScope();
	const [days, setDays] = useState<(typeof SHARE_DAYS)[number]>(7);
	const { data, error } = useQuery(reportDetailQuery(reportId, scope));
	const make = useMutation({
		mutationFn: () => shareReport(reportId, days, scope),
		networkMode: "always",
		onSuccess: () => client.invalidateQueries({ queryKey: reportKeys.detail(reportId) }),
	});
	const submit = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		make.mutate();
	};
	return (
		<div className="grid gap-4">
			<p className="max-w-[62ch] text-15">
				Anyone with a link can read this report and download its PDF, without an account, until the link expires or you
				revoke it.
			</p>
			<form onSubmit={submit} className="flex flex-wrap items-end gap-4">
				<fieldset className="flex flex-wrap gap-x-5">
					<legend className="font-medium text-15">Valid for</legend>
					{SHARE_DAYS.map((value) => (
						<label key={value} className="flex min-h-11 cursor-pointer items-center gap-2 text-15">
							<input
								type="radio"
								name={`days-${reportId}`}
								checked={days === value}
								onChange={() => setDays(value)}
								className="size-5 accent-accent"
							/>
							{counted(value, "day")}
						</label>
					))}
				</fieldset>
				<Button type="submit" variant="secondary" disabled={make.isPending}>
					{make.isPending ? "Creating a link" : "Create a link"}
				</Button>
			</form>
			{make.isError && (
				<p role="alert" className="font-medium text-15 text-high">
					No link was created. {failureSentence(make.error)}
				</p>
			)}
			{make.data && (
				<div role="status" className="grid gap-1">
					<p className="text-15">This link is shown only once. Copy it now.</p>
					<p className="wrap-anywhere ruled border border-line px-3 py-2 font-mono text-13">{make.data.url}</p>
					<CopyButton text={make.data.url} what="the link" />
				</div>
			)}
			{data && data.shares.length > 0 && (
				<ul aria-label="Links" className="border-line border-b">
					{data.shares.map((share) => (
						<Shared key={share.id} share={share} reportId={reportId} />
					))}
				</ul>
			)}
			{!data && error && <p className="text-15">The existing links could not be loaded. {failureSentence(error)}</p>}
		</div>
	);
}
