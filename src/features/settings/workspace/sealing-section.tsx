import { useQuery } from "@tanstack/react-query";
import { workspacesQuery } from "#src/lib/workspace/workspace-queries.ts";
import type { Here } from "../room/workspace-part.tsx";
import { RequirementSection } from "./requirement-section.tsx";

/** Whether members’ devices have to encrypt what they hold. Servers that cannot open what was sealed do not offer it. */
export function SealingSection(here: Here) {
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
