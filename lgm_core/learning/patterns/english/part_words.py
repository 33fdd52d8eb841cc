"""English nouns of parts, grouped by the wholes they belong to, and English nouns of wholes."""

from __future__ import annotations

from lgm_core.language.lexicons.lexicon import words
from lgm_core.learning.patterns.english.group_words import ANIMALS

BODY_PARTS = words(
    "abdomen ankle antenna antler anus aorta appendix arm armpit artery backbone barbel beak beard belly bladder "
    "blade bone bosom bowel brain breast brow buttock calf carapace cartilage cerebellum cheek chest chin claw colon "
    "cornea cortex crest diaphragm ear eardrum earlobe elbow esophagus eye eyeball eyebrow eyelash eyelid face fang "
    "feather femur fibula fin finger fingernail fingertip flank flipper foot forearm forehead foreleg forelimb "
    "forepaw fundus fur gill gizzard gland groin gum gut hair hand head heart heel hindleg hip hoof horn intestine "
    "iris jaw jawbone joint kidney knee kneecap knuckle larynx leg ligament limb lip liver lobe lung mandible mane "
    "marrow midbrain mouth muscle muzzle nail navel neck nerve neuron nipple nose nostril organ ovary palate palm "
    "pancreas paw pelvis penis pharynx placenta plumage proboscis pupil retina rib scale scalp scrotum shin shoulder "
    "sinus skeleton skin skull snout spine spleen sternum stinger stomach tail talon teat tectum tendon tentacle "
    "testicle thalamus thigh thorax throat thumb tibia toe toenail tongue tonsil tooth torso trachea trunk turbinate "
    "tusk udder ulna uterus vagina vein vertebra whisker windpipe wing womb wrist"
)
PLANT_PARTS = words(
    "anther bark blossom branch bud bulb calyx canopy cone corolla crown fiber filament flower foliage frond fruit "
    "husk kernel leaf leaflet peel petal petiole pistil pith pod pollen pulp rhizome rind root sap seed sepal shoot "
    "stalk stamen stem stigma thorn trunk tuber twig"
)
BUILDING_PARTS = words(
    "aisle altar annex apse arcade arch attic balcony balustrade banister basement bathroom battlement bay beam "
    "bedroom belfry buttress cabinet ceiling cellar chamber chancel chapel chimney cloister colonnade column "
    "corridor courtyard cupboard cupola dome door doorbell doorknob doorway dormer drawbridge elevator entrance exit "
    "facade farmhouse fireplace floor foyer gable garage garret gate gatehouse girder hallway hearth joist kitchen "
    "lintel lobby loft loophole minaret moat nave pane pantry parapet pavilion pew pilaster pillar porch portico "
    "rafter railing rampart roof rooftop room scaffold shutter spire stair staircase stairway steeple storey terrace "
    "tile toilet tower transept turret vault veranda vestibule wall watchtower window windowsill wing"
)
MACHINE_PARTS = words(
    "accelerator aerial aileron airbag alternator anchor antenna armrest axle backrest ballast barrel battery "
    "bearing bell blade boiler bolt bonnet boom bow brake bucket bulb bumper burner button cabin cable camshaft "
    "canopy carburetor carburettor cartridge casing chassis chip circuit circuitry clapper clutch cockpit coil "
    "compartment condenser connector console crank crankshaft cylinder daggerboard dashboard dial diaphragm display "
    "drawer driveshaft duct electrode engine exhaust eyepiece fan fender filament flange flap flywheel funnel "
    "fuselage gasket gauge gear gearbox grille gun hammer handgrip handle handlebar handrail hatch headlamp "
    "headlight headrest heater hilt hinge hold hose hub hull ignition impeller jet keel key keyboard keypad knob "
    "ladle latch lens lever lid linkage lock magnet mainmast mainsail mast microphone mirror motherboard motor "
    "mouthpiece mudguard muffler nacelle needle nozzle oar paddle pedal pendulum periscope pinion pipe piston plug "
    "plunger pointer porthole probe processor propeller prow pulley pump radiator radome rear receiver reflector "
    "regulator rig rivet rod roller rope rotor rudder rung sail screen screw seatbelt sensor shaft shelf slider "
    "socket solenoid spark speaker spindle spoiler spoke spring sprocket staysail steering stern strut switch "
    "tailgate tank tap terminal thermostat throttle tiller timer tire toggle track transformer transmission trigger "
    "tube turbine tyre undercarriage valve vane visor wheel wheelhouse winch windscreen windshield wingtip wiper "
    "wire"
)
OBJECT_PARTS = words(
    "apron badge binding blade bottom brim bristle buckle button cap collar compartment cord cork corner cover cuff "
    "edge flap footboard footrest frame fringe grip haft handle headboard heel helm hem hilt hood hook inlet insole "
    "interior lace lapel lash leg lid liner lining lip mattress mouth neckline nib nozzle outlet panel pedestal "
    "pocket pommel rear rim rung scabbard seam shade shaft shank side sleeve sole spout stitch strand strap stud "
    "surface tassel toe top upholstery waistband wick wrapper zipper"
)
TEXT_PARTS = words(
    "appendix canto chapter chorus citation clause clip coda conclusion cover epilogue episode excerpt footnote "
    "foreword glossary index introduction lyric overture page paragraph passage preamble preface prelude prologue "
    "refrain scene sentence stanza subplot verse"
)
OTHER_PARTS = PLANT_PARTS | BUILDING_PARTS | MACHINE_PARTS | OBJECT_PARTS | TEXT_PARTS
PARTS = BODY_PARTS | OTHER_PARTS

OWNERS = ANIMALS | words("animal baby boy child creature flower girl human infant man person plant tree vehicle woman")
"""What may own a body part: *the dog lifted its paw*."""
PLANTS = words(
    "apple bush cherry corn fern flower fruit grass lemon lily maple oak onion orange orchid palm pear pine plant "
    "potato rose shrub sunflower tomato tree tulip vine weed wheat willow"
)
BUILDINGS = words(
    "apartment bakery barn bathroom bedroom bridge building bungalow cabin cafe castle cathedral cell chapel church "
    "classroom closet cottage dungeon factory farm farmhouse fort fortress garage garden greenhouse hall hospital "
    "hotel house kitchen library lighthouse mansion mill monastery mosque museum office palace pavilion prison pub "
    "pyramid restaurant room school shed shop shrine stable stadium stage store studio supermarket synagogue temple "
    "theater theatre tower tunnel villa warehouse workshop"
)
MACHINES = words(
    "aircraft airplane ambulance bicycle bike blender boat bomb bus camera car carriage cart clock computer crane "
    "crossbow dishwasher drill dryer engine ferry guitar gun helicopter jet keyboard lamp laptop lawnmower "
    "locomotive lorry machine microscope mixer monitor motor motorbike motorboat motorcycle oven phone piano pistol "
    "plane printer pump radio raft refrigerator revolver rifle robot rocket sailboat scooter ship spacecraft stove "
    "submarine taxi telephone telescope television tractor trailer train tram truck turbine vacuum van vehicle "
    "vessel violin wagon wheelchair windmill yacht"
)
OBJECTS = words(
    "armchair axe bag barrel basket bed belt blade blanket boot bottle bowl box broom brush bucket cabinet candle "
    "cap chair coat couch cup cupboard desk door drawer dress drum fence fork gate glass glove hammer hat helmet "
    "jacket jar jeans kettle knife ladder mirror mug needle oar pan pants pen pencil pie pipe pot quilt saddle saw "
    "scissors screw screwdriver shirt shoe shovel sink skirt sofa spear spoon stick stove suit suitcase sweater "
    "sword table teapot tent tool toy tray trouser trousers umbrella valve vase wall wardrobe watch wheel window"
)
TEXTS = words(
    "album article bible book chapter diary document essay magazine newspaper novel play poem report song story text"
)
WHOLES = OWNERS | BODY_PARTS | PLANTS | BUILDINGS | MACHINES | OBJECTS | TEXTS
PARTS_OF_MACHINES = MACHINE_PARTS | words("body door floor mirror nose roof screen tail trunk wall window wing")
PARTS_OF_OBJECTS = OBJECT_PARTS | words(
    "arm back blade door hinge knob leg lock mouth neck post rope screen seat shelf spring step wheel wire"
)
WHOLES_AND_PARTS = (
    (OWNERS | BODY_PARTS, BODY_PARTS),
    (PLANTS, PLANT_PARTS),
    (BUILDINGS, BUILDING_PARTS | words("shelf")),
    (MACHINES, PARTS_OF_MACHINES | OBJECT_PARTS),
    (OBJECTS, PARTS_OF_OBJECTS),
    (TEXTS, TEXT_PARTS | words("cover page spine title")),
)
"""Nouns of wholes, with the nouns of parts that such a whole has."""
CONTAINERS = words(
    "backpack bag barrel basin basket bin bottle bowl box bucket building can carton case casserole chest container "
    "crate cup drawer envelope flask fridge glass handbag jar jug kitchen locker mug pack package pail parcel pot "
    "purse room rucksack sack satchel suitcase tin trunk tub vase vat vial wallet wardrobe"
)
"""Wholes whose content is not their part: *a box contains books*."""
