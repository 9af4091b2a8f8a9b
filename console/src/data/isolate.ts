const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** "First strong isolate" and its end: what stands between them takes its own direction, and moves nothing beside it. */
const [BEGIN, END] = ['\u2068', '\u2069'];

/** A text of others within a sentence, a title or a tooltip of ours; where elements can be drawn, `<bdi>` does the same. */
export function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `${BEGIN}${text}${END}` : text;
}
