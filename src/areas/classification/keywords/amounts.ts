/** Amounts of money and of what is measured. */

const CURRENCIES = 'zl|zlotych|pln|eur|euro|euros|usd|dollars?|gbp|pounds?|rs|rupees?|inr|kr|sek|nok|dkk|kc|czk|tl|try|rub|rp|juta|ribu';
const MONEY = new RegExp(`\\b\\d{2,6} ?(?:${CURRENCIES})\\b|[$€£¥₹₺₽]\\s?\\d[\\d.,]*|\\b\\d[\\d.,]*\\s?[$€£¥₹₺₽]`, 'u');

/** The first amount of money: `2000 zł`, `$50`. @param keyword as it was written */
export function findMoney(keyword: string): string | undefined {
  return MONEY.exec(keyword.toLowerCase().replaceAll('ł', 'l'))?.[0];
}

const UNITS = [
  'c|f|celsius|fahrenheit|kelvin|degrees?',
  'kgs?|kilos?|kilograms?|grams?|g|mg|lbs?|pounds?|oz|ounces?|stones?',
  'cm|mm|m|km|meters?|metres?|kilometers?|miles?|feet|foot|ft|inch|inches|in|yards?',
  'ml|l|liters?|litres?|cups?|gallons?|pints?|quarts?|tbsp|tsp|tablespoons?|teaspoons?',
  'kmh|mph|knots?|mb|gb|tb|usd|eur|gbp|dollars?|euros?',
].join('|');
const CONVERSION = new RegExp(`^\\d[\\d.,]* ?(?:${UNITS})(?: (?:${UNITS}))? (?:to|in|into|equals?) (?:${UNITS})\\b`, 'u');

/** `220 c to fahrenheit oven`, `5 feet in cm`: the answer is a number, whatever it is of. */
export function findConversion(folded: string): string | undefined {
  return CONVERSION.exec(folded)?.[0];
}
