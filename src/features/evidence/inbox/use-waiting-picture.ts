import { useEffect, useState } from "react";
import type { AttachedFile } from "#contract/evidence/files.ts";
import { waitingFile } from "../capture/save-evidence.ts";

/** The address of a picture that waits on this device; null while it is read, and if it cannot be. */
export function useWaitingPicture(file: Pick<AttachedFile, "sha256" | "type"> | null): string | null {
	const [url, setUrl] = useState<string | null>(null);
	const { sha256, type } = file ?? { sha256: null, type: "" };
	useEffect(() => {
		if (sha256 === null) return;
		let over = false;
		let made: string | null = null;
		waitingFile(sha256).then(
			(bytes) => {
				if (over || !bytes) return;
				made = URL.createObjectURL(new Blob([bytes], { type }));
				setUrl(made);
			},
			// Without its picture the row still says what it is.
			() => undefined,
		);
		return () => {
			over = true;
			if (made !== null) URL.revokeObjectURL(made);
			setUrl(null);
		};
	}, [sha256, type]);
	return url;
}
