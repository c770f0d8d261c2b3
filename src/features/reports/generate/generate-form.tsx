import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import type { ReportTemplate } from "#contract/reports/reports.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { assetsQuery } from "#src/lib/findings/assets-api.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import type { OutcomeText } from "#src/lib/outbox/outcome-text.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { useRequestReport } from "../use-request-report.ts";
import { FrameworkGroup } from "./framework-group.tsx";
import { readRequest } from "./read-request.ts";
import { ScopeGroup } from "./scope-group.tsx";

function ReportScope() {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const { data, isFetching } = useQuery({ ...assetsQuery(scope), enabled });
	if (!data) {
		return (
			<p className="text-15 text-quiet">
				{isFetching
					? "Loading your targets."
					: "Your targets are not saved on this device, so you cannot choose any now. The report will cover all of them."}
			</p>
		);
	}
	const clients = [...new Set(data.assets.map(({ client }) => client).filter((client) => client !== ""))];
	if (data.assets.length === 0) {
		return <p className="text-15 text-quiet">Nothing has been scanned yet, so a report would be empty.</p>;
	}
	return (
		<>
			<p className="text-15 text-quiet">If you select none, the report covers everything you have scanned.</p>
			{clients.length > 0 && <ScopeGroup legend="Clients" name="clients" values={clients} />}
			<ScopeGroup legend="Targets" name="hosts" values={data.assets.map(({ host }) => host)} />
		</>
	);
}

type Props = { template: ReportTemplate; busy: boolean; onBusy(busy: boolean): void; onClose(): void };

/** What a report should cover. */
export function GenerateForm({ template, busy, onBusy, onClose }: Props) {
	const form = useRef<HTMLFormElement>(null);
	/** A second tap can come before the screen reacts to the first. */
	const sending = useRef(false);
	const [wrong, setWrong] = useState<Record<string, string>>({});
	const [failure, setFailure] = useState<OutcomeText | null>(null);
	const [touched, setTouched] = useState(false);
	const request = useRequestReport();
	const online = useOnline();
	useBusyForm(touched || busy);

	const submit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (sending.current) return;
		const reading = readRequest(template, new FormData(event.currentTarget));
		setFailure(null);
		setWrong(reading.status === "wrong" ? reading.fields : {});
		if (reading.status === "wrong") {
			const [first] = Object.keys(reading.fields);
			form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
			return;
		}
		sending.current = true;
		onBusy(true);
		const failed = await request(reading.request).finally(() => {
			sending.current = false;
			onBusy(false);
		});
		if (failed) setFailure(failed);
		else onClose();
	};

	return (
		<form ref={form} onSubmit={submit} onInput={() => setTouched(true)} className="grid gap-5">
			<FormField
				id="report-name"
				name="name"
				label="Name (optional)"
				hint="If you leave this empty, it is named after its template and the date."
				error={wrong.name}
				maxLength={120}
				autoComplete="off"
			/>
			{template === "incident-response" && (
				<TextArea
					id="report-incident"
					name="incident"
					label="What happened"
					hint="In your own words. The report begins with this text, exactly as you wrote it."
					rows={5}
					maxLength={5_000}
				/>
			)}
			{template === "compliance-report" && <FrameworkGroup />}
			<ReportScope />
			<div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-4">
				<FormField id="report-from" name="from" label="First day (UTC)" type="date" error={wrong.from} />
				<FormField id="report-to" name="to" label="Last day (UTC)" type="date" error={wrong.to} />
			</div>
			{(wrong.hosts || wrong.clients) && (
				<p role="alert" className="font-medium text-15 text-high">
					{wrong.hosts ?? wrong.clients}
				</p>
			)}
			{failure && (
				<FailureBox title={failure.title}>
					<p className="wrap-anywhere">{failure.text} What you chose is still here.</p>
				</FailureBox>
			)}
			{!online && <p className="text-15">You are offline. Your request is saved on this device and sent later.</p>}
			<div className="flex items-center justify-end gap-5">
				<Button variant="plain" onClick={onClose}>
					Not now
				</Button>
				<Button type="submit" variant="primary" disabled={busy}>
					{busy ? "Sending" : "Generate report"}
				</Button>
			</div>
		</form>
	);
}
