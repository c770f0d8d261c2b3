import { useEffect, useState } from "react";

/** An address for bytes of this page, as long as it is shown; null until it is made. */
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
