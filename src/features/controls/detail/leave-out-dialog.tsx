import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { ControlDetail } from "#contract/controls/controls.ts";
import { assetsQuery } from "#src/lib/findings/assets-api.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

type Props = {
	control: ControlDetail;
	/** Resolves to whether it was saved. */
	onLeaveOut(leftOut: { host: string; reason: string }): Promise<boolean>;
	onClose(): void;
};

/** Asks which host does not count for a control, and why. */
export function LeaveOutDialog({ control: { title, clientId, leftOut = [], tests }, onLeaveOut, onClose }: Props) {
	const { scope } = useScope();
	const { data, isPending } = useQuery(assetsQuery(scope));
	const [chosen, setChosen] = useState("");
	const [reason, setReason] = useState("");
	const [busy, setBusy] = useState(false);
	useBusyForm(reason !== "");
	const named = tests.flatMap(({ spec }) => (spec.kind === "scan" ? [spec.hosts] : []));
	const isTested = (host: string) => named.some((hosts) => hosts.length === 0 || hosts.includes(host));
	const hosts = (data?.assets ?? [])
		.filter((asset) => asset.clientId === clientId && isTested(asset.host))
		.map(({ host }) => host)
		.filter((host) => !leftOut.some((one) => one.host === host));
	const host = chosen || (hosts[0] ?? "");
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy || host === "" || reason.trim() === "") return;
		setBusy(true);
		const saved = await onLeaveOut({ host, reason: reason.trim() });
		setBusy(false);
		if (saved) onClose();
	};
	return (
		<Modal title="Leave a host out" subtitle={title} busy={busy} onClose={onClose}>
			{hosts.length === 0 ? (
				<p className="text-15">
					{isPending ? "Reading your hosts…" : "There is no host to leave out. Hosts are listed under Assets."}
				</p>
			) : (
				<form onSubmit={submit} className="grid gap-4">
					<p className="max-w-[62ch] text-15">
						Its scans and findings stay. They no longer count for this control, and the control says so.
					</p>
					<ChoiceField
						id="left-out-host"
						label="Host"
						options={hosts}
						value={host}
						onChange={({ target }) => setChosen(target.value)}
					/>
					<TextArea
						id="left-out-reason"
						label="Why does it not count?"
						hint="An auditor reads this."
						rows={3}
						required
						maxLength={1_000}
						value={reason}
						onChange={({ target }) => setReason(target.value)}
					/>
					<Button type="submit" variant="primary" disabled={busy}>
						{busy ? "Saving…" : "Leave it out"}
					</Button>
				</form>
			)}
		</Modal>
	);
}
