import { site } from "#src/config/site.ts";
import { saveBlob } from "#src/lib/device/save-blob.ts";
import { Button } from "#src/ui/button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";

type Props = { codes: readonly string[]; email: string; onKept(): void };

const download = (text: string) => saveBlob(new Blob([text], { type: "text/plain" }), "recovery-codes.txt");

/** Prints only the text, not the page around it. */
function print(text: string): void {
	const paper = document.createElement("pre");
	paper.className = "hidden print:block";
	paper.textContent = text;
	const screen = document.getElementById("root");
	screen?.classList.add("print:hidden");
	document.body.append(paper);
	addEventListener(
		"afterprint",
		() => {
			paper.remove();
			screen?.classList.remove("print:hidden");
		},
		{ once: true },
	);
	window.print();
}

/** Shown once: the server has only hashes. */
export function RecoveryCodesView({ codes, email, onKept }: Props) {
	const text = codes.join("\n");
	const sheet = `${site.name} recovery codes of ${email}\nEach works once.\n\n${text}\n`;
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
				<Button variant="secondary" onClick={() => download(sheet)}>
					Download
				</Button>
				<Button variant="secondary" onClick={() => print(sheet)}>
					Print
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
