import { useState } from "react";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { AddDialog } from "./add-dialog.tsx";

/** Leads to adding a framework that is not in the list, for those who manage the workspace. */
export function AddFramework() {
	const { can } = useScope();
	const online = useOnline();
	const [adding, setAdding] = useState(false);
	if (!can("manage")) return null;
	return (
		<div className="mb-2 flex flex-wrap items-center gap-x-3 text-15 print:hidden">
			Yours is not in the list?
			<TextButton aria-haspopup="dialog" disabled={!online} onClick={() => setAdding(true)}>
				Add a framework…
			</TextButton>
			{!online && <span className="text-13 text-quiet">This needs a connection.</span>}
			{adding && <AddDialog onClose={() => setAdding(false)} />}
		</div>
	);
}
