import type { Here } from "../room/workspace-part.tsx";
import { RequirementSection } from "./requirement-section.tsx";

/** Whether members are let in only with two factors. */
export const TwoFactorsSection = (here: Here) => (
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
