import { useState } from "react";
import type { ReportTemplate } from "#contract/reports/reports.ts";
import { TEMPLATES } from "#src/content/report-templates.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { SignInOffer } from "../sign-in-offer.tsx";
import { GenerateForm } from "./generate-form.tsx";

type Props = { template: ReportTemplate; onClose(): void };

/** Asks for a report. Signed out, it offers to sign in. */
export function GenerateDialog({ template, onClose }: Props) {
	const [busy, setBusy] = useState(false);
	const known = useAccount().status === "known";
	return (
		<Modal title="Generate report" subtitle={TEMPLATES[template].name} busy={busy} onClose={onClose}>
			{known ? (
				<GenerateForm template={template} busy={busy} onBusy={setBusy} onClose={onClose} />
			) : (
				<SignInOffer>Reports are made from an account’s scans, and no one is signed in here.</SignInOffer>
			)}
		</Modal>
	);
}
