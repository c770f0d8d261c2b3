import { useState } from "react";
import type { Asset } from "#contract/findings/assets.ts";
import { DeleteDialog } from "#src/lib/forms/delete-dialog.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { removeAsset } from "./assets-api.ts";

/** Removes a host after a confirmation. */
export function RemoveAsset({ host, claim }: Pick<Asset, "host" | "claim">) {
	const { scope, can } = useScope();
	const [asking, setAsking] = useState(false);
	if (!can("arrange")) return null;
	return (
		<>
			<Button variant="plain" aria-haspopup="dialog" aria-label={`Remove ${host}`} onClick={() => setAsking(true)}>
				Remove
			</Button>
			{asking && (
				<DeleteDialog
					title="Remove this host?"
					subtitle={host}
					verb="remove"
					onDelete={() => removeAsset(host, scope)}
					onClose={() => setAsking(false)}
				>
					{claim ? "Its proof of ownership, its" : "Its"} client, its findings and the decisions about them go with it.
					Its scans stay. This cannot be undone.
				</DeleteDialog>
			)}
		</>
	);
}
