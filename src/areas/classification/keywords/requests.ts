/** What is asked of an assistant that acts, as people say it. "Can you eat raw potatoes" asks to know, and is none. */
const FORMS = [
  // play some jazz; put on a rock playlist
  '(?:please |hey )?(?:play|put on) (?:some|something|anything|the|a|an|my|me|us|them|music|songs?|tracks?|albums?)\\b',
  // play nora winters on spotify
  'play .+ (?:on|from|off|through) (?:spotify|youtube|pandora|deezer|itunes|vimeo|last fm|(?:google|amazon|apple) music)\\b',
  // can you get me a taxi
  '(?:please )?(?:can|could|will|would) you (?:please )?(?:get|order|send|call|make|buy|rent|bring|find) (?:me|us) (?:a|an|some|the)\\b',
  // can you book a room; will you make a reservation
  '(?:please )?(?:can|could|will|would) you (?:please )?(?:(?:book|reserve|schedule) (?:me|us|a|an|the|my)\\b|make a reservation)',
  '(?:please )?(?:can|could|will|would) you (?:please )?play (?:some|something|me|my|the)\\b',
  // can i have a table
  '(?:can|could|may) i (?:please )?(?:make|get|have) a (?:reservation|table|booking)\\b',
  // i want to hear an album; i would like to order pizza
  '(?:please )?i (?:want|need|would like|d like) (?:you )?(?:to )?(?:book|order|reserve|rent|hear|listen to|watch) ',
  '(?:please )?i (?:want|need|would like|d like) (?:you )?(?:to )?(?:get |make )?(?:a table|an? (?:uber|taxi|cab|reservation|booking))\\b',
  // book a table; get me a ride
  '(?:please )?(?:book|reserve|order) (?:me|us|a|an|the|some|my)\\b',
  '(?:please )?(?:get|order|call) me\\b',
];
const REQUEST = new RegExp(`^(?:${FORMS.join('|')})`, 'u');

/** The words by which a folded keyword asks for an act. */
export function findRequest(folded: string): string | undefined {
  return REQUEST.exec(folded)?.[0].trim();
}
