import { type FormEvent, useState } from "react";
import { counted } from "#contract/format/count.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { carryIn, carryOut, PASSPHRASE_MIN } from "./carry.ts";
import { saveFile } from "./save-file.ts";

const deps = () => ({ outbox: browserOutbox(), crypto });

/** In bytes; far more than thousands of requests need. A larger file was not written by this app. */
const FILE_LIMIT = 50_000_000;

/** Each line is a different reason, and a file made by hand can cause any number of them. */
const REFUSED_SHOWN = 20;

const NO_NOTICE = { out: "", in: "", refused: [] as string[], problem: "" };

/** Exports waiting requests for another device, or imports them from one. */
export function HandOver({ entries, onClose }: { entries: readonly Entry[]; onClose(): void }) {
	const account = useAccount();
	const accountId = account.status === "known" && !account.locked ? account.account.accountId : null;
	const [notice, setNotice] = useState(NO_NOTICE);
	const [busy, setBusy] = useState(false);
	const waiting = entries.filter((entry) => isWaiting(entry) && entry.status !== "sending");

	async function run(work: () => Promise<void>): Promise<void> {
		setBusy(true);
		try {
			await work();
		} catch (error) {
			if (!(error instanceof StorageError)) throw error;
			setNotice({ ...NO_NOTICE, in: error.message });
		} finally {
			setBusy(false);
		}
	}

	function giveAway(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		const passphrase = String(data.get("passphrase") ?? "");
		if (passphrase.length < PASSPHRASE_MIN)
			return setNotice({ ...NO_NOTICE, problem: `Please use at least ${PASSPHRASE_MIN} characters.` });
		if (passphrase !== data.get("again"))
			return setNotice({ ...NO_NOTICE, problem: "The two passphrases are not the same." });
		void run(async () => {
			const { text, count, leftOut } = await carryOut(waiting, passphrase, deps());
			saveFile("outbox", text);
			const what = count === 1 ? "One request is" : `${count} requests are`;
			const stayed =
				leftOut === 0
					? ""
					: ` ${counted(leftOut, "request")} with files, or waiting for one with files, can only be sent from this device.`;
			setNotice({
				...NO_NOTICE,
				out: `${what} in the file and held here. Import the file on the other device.${stayed}`,
			});
		});
	}

	function takeIn(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		const file = data.get("file");
		if (!(file instanceof File) || file.size === 0) return setNotice({ ...NO_NOTICE, in: "Please choose the file." });
		if (file.size > FILE_LIMIT)
			return setNotice({ ...NO_NOTICE, in: "That file is too large to be from an outbox. Nothing was changed." });
		void run(async () => {
			const passphrase = String(data.get("passphrase") ?? "");
			const { message, refused } = await carryIn(await file.text(), passphrase, accountId, deps());
			setNotice({ ...NO_NOTICE, in: message, refused });
		});
	}

	return (
		<section aria-labelledby="hand-over" className="mt-6 rounded-card border border-line-strong bg-raised p-4 md:p-6">
			<h2 id="hand-over" className="font-semibold text-20">
				Hand over
			</h2>
			<p className="mt-1 max-w-[62ch] text-15 text-quiet">
				Move waiting requests to the installed app or another device, in a file protected by a passphrase. Each request
				is still sent once, no matter which device sends it.
			</p>
			<div className="mt-4 grid grid-cols-1 gap-8 md:grid-cols-2">
				<form onSubmit={giveAway} noValidate className="grid content-start gap-4">
					<h3 className="font-semibold text-17">Export from this device</h3>
					<FormField
						id="hand-over-passphrase"
						name="passphrase"
						type="password"
						label="Passphrase"
						autoComplete="new-password"
						error={notice.problem}
						hint={`At least ${PASSPHRASE_MIN} characters. Without it, no one can open the file, not even us.`}
					/>
					<FormField
						id="hand-over-again"
						name="again"
						type="password"
						label="Repeat the passphrase"
						autoComplete="new-password"
					/>
					<Button variant="primary" type="submit" disabled={busy || waiting.length === 0}>
						{waiting.length === 1 ? "Export one request" : `Export ${waiting.length} requests`}
					</Button>
					<p role="status" className="text-15 empty:hidden">
						{notice.out}
					</p>
				</form>
				<form onSubmit={takeIn} noValidate className="grid content-start gap-4">
					<h3 className="font-semibold text-17">Import to this device</h3>
					<label htmlFor="take-in-file" className="grid gap-1.5 font-medium text-15">
						File
						<input
							id="take-in-file"
							name="file"
							type="file"
							accept=".json,application/json"
							className="min-h-12 w-full min-w-0 text-15 file:me-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-line-strong file:bg-raised file:px-3 file:text-15 file:text-ink"
						/>
					</label>
					<FormField
						id="take-in-passphrase"
						name="passphrase"
						type="password"
						label="Passphrase of the file"
						autoComplete="off"
					/>
					<Button variant="primary" type="submit" disabled={busy}>
						Import
					</Button>
					<div role="status" className="text-15 empty:hidden">
						{notice.in && <p>{notice.in}</p>}
						{notice.refused.length > 0 && (
							<>
								<p className="mt-2 font-medium">Not imported (numbered as in the file):</p>
								<ul aria-label="Not imported" className="mt-1 grid gap-1">
									{notice.refused.slice(0, REFUSED_SHOWN).map((line) => (
										<li key={line} className="wrap-anywhere">
											{line}
										</li>
									))}
									{notice.refused.length > REFUSED_SHOWN && (
										<li>And {notice.refused.length - REFUSED_SHOWN} more reasons.</li>
									)}
								</ul>
							</>
						)}
					</div>
				</form>
			</div>
			<div className="mt-4">
				<Button variant="secondary" onClick={onClose}>
					Close
				</Button>
			</div>
		</section>
	);
}
