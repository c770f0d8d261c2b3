/** Has the browser save a file from this page under this name. */
export function saveBlob(blob: Blob, name: string): void {
	const url = URL.createObjectURL(blob);
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	// Safari reads it after the click has returned.
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
