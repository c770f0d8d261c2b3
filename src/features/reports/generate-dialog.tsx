import { useState } from "react";
import type { ReportTemplate } from "#contract/reports.ts";
import { TEMPLATES } from "#src/content/report-templates.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { GenerateForm } from "./generate-form.tsx";
import { SignInOffer } from "./sign-in-offer.tsx";

type Props = { template: ReportTemplate; onClose(): void };

/** Has a report made; where nobody is signed in, says who can. */
export function GenerateDialog({ template, onClose }: Props) {
	const [busy, setBusy] = useState(false);
	const known = useAccount().status === "known";
	return (
		<Modal title="Generate report" subtitle={TEMPLATES[template].name} busy={busy} onClose={onClose}>
			{known ? (
				<GenerateForm template={template} busy={busy} onBusy={setBusy} onClose={onClose} />
			) : (
				<SignInOffer>Reports are made from an account’s own scans, and nobody is signed in here.</SignInOffer>
			)}
		</Modal>
	);
}
