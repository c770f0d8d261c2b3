import { useState } from "react";
import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import type { OwnFrameworkId } from "#contract/frameworks/pack.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { NewVersionDialog } from "./new-version-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";

const DIALOGS = { rename: RenameDialog, version: NewVersionDialog, delete: DeleteDialog } as const;

/** What can be done with a framework that the workspace added. */
export function OwnSection({ framework, id }: { framework: FrameworkDetail; id: OwnFrameworkId }) {
	const { can } = useScope();
	const online = useOnline();
	const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
	if (!can("manage")) return null;
	const Dialog = open && DIALOGS[open];
	return (
		<Section id="own" heading="Change this framework">
			<p className="max-w-[62ch] text-15">
				All clients of this workspace share it. A new version is read from a file; decisions on the requirements that it
				still has are kept.
			</p>
			<div className="mt-1 flex flex-wrap items-center gap-x-5 print:hidden">
				<TextButton aria-haspopup="dialog" disabled={!online} onClick={() => setOpen("version")}>
					Load a new version…
				</TextButton>
				<TextButton aria-haspopup="dialog" disabled={!online} onClick={() => setOpen("rename")}>
					Rename…
				</TextButton>
				<TextButton aria-haspopup="dialog" disabled={!online} onClick={() => setOpen("delete")}>
					Delete…
				</TextButton>
				{!online && <p className="text-13 text-quiet">This needs a connection.</p>}
			</div>
			{Dialog && <Dialog framework={framework} id={id} onClose={() => setOpen(null)} />}
		</Section>
	);
}
