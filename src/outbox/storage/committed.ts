/** idb-keyval's own promise for a transaction also listens to `error`, where the transaction's error is not set yet. */
export function committed(transaction: IDBTransaction): Promise<void> {
	return new Promise((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = () =>
			reject(transaction.error ?? new DOMException("The transaction was aborted.", "AbortError"));
	});
}
