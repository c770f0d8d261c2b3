import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import type { OwnFrameworkAbout } from "#contract/frameworks/own-frameworks.ts";
import type { OwnFrameworkId } from "#contract/frameworks/pack.ts";

/** What the dialogs of a framework that the workspace added are about. */
export type OwnDialogProps = { framework: FrameworkDetail; id: OwnFrameworkId; onClose(): void };

/** What people said of it. */
export const aboutOf = ({ name, version, publisher, kind }: FrameworkDetail): OwnFrameworkAbout => ({
	name,
	version,
	publisher,
	kind,
});
