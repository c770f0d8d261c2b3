import { useEffect, useState } from "react";
import { signedText } from "#contract/assessments/signed-text.ts";
import type { ShownAssessment } from "#src/lib/assessments/assessment-shown.ts";
import { sha256Of } from "#src/lib/evidence/sha256.ts";

/** The hash of what is signed, of the answers as they stand; null until it is made. */
export function useSignedHash({ id, template, standings }: ShownAssessment): string | null {
	const text = signedText({ assessmentId: id, template, standings });
	const [made, setMade] = useState<{ text: string; sha256: string } | null>(null);
	useEffect(() => {
		let over = false;
		const bytes = new TextEncoder().encode(text);
		void sha256Of(bytes.buffer).then((sha256) => over || setMade({ text, sha256 }));
		return () => {
			over = true;
		};
	}, [text]);
	return made?.text === text ? made.sha256 : null;
}
