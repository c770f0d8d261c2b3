import { useQuery } from "@tanstack/react-query";
import { workspacesQuery } from "#src/lib/workspace/workspace-queries.ts";
import { type Here, WorkspacePart } from "../room/workspace-part.tsx";
import { SignOnSection } from "../sign-on/sign-on-section.tsx";
import { LeaveSection } from "./leave-section.tsx";
import { LogoSection } from "./logo-section.tsx";
import { LookSection } from "./look-section.tsx";
import { RequirementSection } from "./requirement-section.tsx";
import { TimeToFixSection } from "./time-to-fix-section.tsx";
import { WorkspacesSection } from "./workspaces-section.tsx";

/** Whether members need two factors to sign in. */
const TwoFactorsSection = (here: Here) => (
	<RequirementSection
		here={here}
		id="two-factors"
		heading="Members’ sign-in"
		label="Require two factors"
		hint="Members are let in with a passkey, a code from an app, or the workspace’s company sign-in. Those who have none see how to set one up. API tokens keep working."
		required={here.workspace.twoFactorsRequired ?? false}
		changeOf={(twoFactorsRequired) => ({ twoFactorsRequired })}
		savedText="Saved. It holds from the next request of each member."
	/>
);

/** Whether members’ devices have to encrypt what they hold. Not offered by servers that cannot decrypt it. */
function SealingSection(here: Here) {
	const { data } = useQuery(workspacesQuery);
	const sealing = here.workspace.sealing ?? data?.workspaces.find(({ id }) => id === here.workspace.id)?.sealing;
	if (!sealing) return null;
	return (
		<RequirementSection
			here={here}
			id="sealing"
			heading="Members’ devices"
			label="Seal and lock on members’ devices"
			hint="Requests waiting to be sent are encrypted so that only this server can read them. Pages are kept for reading only on devices with a lock."
			required={sealing.required}
			changeOf={(sealingRequired) => ({ sealingRequired })}
			savedText="Saved. Devices follow when they are next online."
		/>
	);
}

/** The workspace that is shown, and the others of the account. */
export default function WorkspaceRoom() {
	return (
		<WorkspacePart>
			{(here) => (
				<>
					<LookSection {...here} />
					<LogoSection {...here} />
					<TimeToFixSection {...here} />
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
