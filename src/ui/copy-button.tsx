import { useState } from "react";
import { Button } from "./button.tsx";
import { TextButton } from "./text-button.tsx";

type Props = {
	text: string;
	what: string;
	/** As small as the links beside it. */
	small?: boolean;
};

/** Copies a text to the clipboard and says so. Without a clipboard, users can still select the text by hand. */
export function CopyButton({ text, what, small = false }: Props) {
	const [outcome, setOutcome] = useState<"none" | "copied" | "failed">("none");
	const copy = () => {
		Promise.resolve()
			.then(() => navigator.clipboard.writeText(text))
			.then(
				() => setOutcome("copied"),
				() => setOutcome("failed"),
			);
	};
	return (
		<span className={`inline-flex items-center gap-2 text-15 ${small ? "" : "-ms-1"}`}>
			{small ? (
				<TextButton onClick={copy} aria-label={`Copy ${what}`}>
					Copy
				</TextButton>
			) : (
				<Button variant="plain" onClick={copy} aria-label={`Copy ${what}`}>
					Copy
				</Button>
			)}
			<span role="status" className="text-13 text-quiet">
				{outcome === "copied" && "Copied"}
				{outcome === "failed" && "Not copied: select the text and copy it by hand"}
			</span>
		</span>
	);
}
