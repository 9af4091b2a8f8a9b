/** Topics whose sites are samples of the world. */
export const SAMPLE_TOPICS: readonly string[] = [
  'invoicing',
  'running-shoes',
  'plumber',
  'personal-finance',
  'project-management',
  'coffee-gear',
  'dentist',
  'recipes',
  'web-agency',
  'holiday-rentals',
  'puzzle-games',
  'crm',
  'yoga-studio',
  'travel-guides',
  'skincare',
  'car-repair',
];
