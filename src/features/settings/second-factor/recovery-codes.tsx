import { site } from "#src/config/site.ts";
import { Button } from "#src/ui/button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";

type Props = { codes: readonly string[]; email: string; onKept(): void };

function download(text: string): void {
	const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
	const link = document.createElement("a");
	link.href = url;
	link.download = "recovery-codes.txt";
	link.click();
	URL.revokeObjectURL(url);
}

/** Shown once: the server has only hashes. */
export function RecoveryCodesView({ codes, email, onKept }: Props) {
	const text = codes.join("\n");
	return (
		<div className="grid gap-5">
			<p role="status" className="text-15">
				<b className="font-semibold">Save these recovery codes now. They are not shown again.</b> Each works once, when
				you don’t have your app. Without them and without the app, you cannot sign in.
			</p>
			<ul aria-label="Recovery codes" className="grid gap-2 font-mono text-13">
				{codes.map((code) => (
					<li key={code} className="wrap-anywhere">
						{code}
					</li>
				))}
			</ul>
			<div className="flex flex-wrap items-center gap-3">
				<Button
					variant="secondary"
					onClick={() => download(`${site.name} recovery codes of ${email}\nEach works once.\n\n${text}\n`)}
				>
					Download
				</Button>
				<CopyButton text={text} what="recovery codes" />
			</div>
			<div>
				<Button variant="primary" onClick={onKept}>
					I saved them
				</Button>
			</div>
		</div>
	);
}
