import { WorkspacePart } from "../room/workspace-part.tsx";
import { SignOnSection } from "../sign-on/sign-on-section.tsx";
import { LeaveSection } from "./leave-section.tsx";
import { LogoSection } from "./logo-section.tsx";
import { LookSection } from "./look-section.tsx";
import { SealingSection } from "./sealing-section.tsx";
import { TwoFactorsSection } from "./two-factors-section.tsx";
import { WorkspacesSection } from "./workspaces-section.tsx";

/** The workspace that is shown, and the others of the account. */
export default function WorkspaceRoom() {
	return (
		<WorkspacePart>
			{(here) => (
				<>
					<LookSection {...here} />
					<LogoSection {...here} />
					<SealingSection {...here} />
					<TwoFactorsSection {...here} />
					<SignOnSection {...here} />
					<WorkspacesSection {...here} />
					<LeaveSection {...here} />
				</>
			)}
		</WorkspacePart>
	);
}
