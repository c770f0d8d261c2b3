import { useEffect, useState } from "react";

/** An object URL for bytes on this page, valid while it is shown; null until it is created. */
export function useObjectUrl(bytes: ArrayBuffer | null, type: string): string | null {
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		if (!bytes) return;
		const made = URL.createObjectURL(new Blob([bytes], { type }));
		setUrl(made);
		return () => {
			setUrl(null);
			URL.revokeObjectURL(made);
		};
	}, [bytes, type]);
	return url;
}
